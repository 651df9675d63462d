// The C half of the stand-in for Darwin: the types, functions and constants of Apple's system headers that this
// project uses, with Apple's nullability. Values are those of Apple's headers.

typedef unsigned short mode_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef int pid_t;
typedef long long off_t;
typedef long time_t;
typedef long ssize_t;
typedef __SIZE_TYPE__ size_t;

// sys/stat.h, sys/time.h, sys/resource.h
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; int tv_usec; };
struct stat {
    int st_dev;
    mode_t st_mode;
    unsigned short st_nlink;
    unsigned long long st_ino;
    uid_t st_uid;
    gid_t st_gid;
    int st_rdev;
    off_t st_size;
};
struct rusage { struct timeval ru_utime; struct timeval ru_stime; long ru_maxrss; };
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
int fchmod(int, mode_t);
int chmod(const char *, mode_t);
mode_t umask(mode_t);
int getrusage(int, struct rusage *);
#define RUSAGE_SELF 0

// unistd.h, sys/file.h, stdio.h, stdlib.h, string.h
int close(int);
int fsync(int);
int fchown(int, uid_t, gid_t);
int flock(int, int);
int unlink(const char *);
int isatty(int);
#define STDERR_FILENO 2
int symlink(const char *, const char *);
int mkfifo(const char *, mode_t);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t readlink(const char *, char *, size_t);
pid_t getpid(void);
uid_t geteuid(void);
int rename(const char *, const char *);
char *strerror(int);
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
void exit(int) __attribute__((noreturn));
void *memcpy(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
int kill(pid_t, int);
int usleep(unsigned int);
int setgid(gid_t);
int setgroups(int, const gid_t *);
int setuid(uid_t);
int chown(const char *, uid_t, gid_t);
int truncate(const char *, off_t);
struct __sFILE;
typedef struct __sFILE FILE;
int fflush(FILE *);
void *dlsym(void *, const char *);
void (*signal(int, void (*)(int)))(int);
struct rlimit { unsigned long long rlim_cur; unsigned long long rlim_max; };
int setrlimit(int, const struct rlimit *);
#define RLIMIT_FSIZE 1
#define SIGXFSZ 25
#define LOCK_EX 2
#define LOCK_NB 4
#define SIGKILL 9

// copyfile.h
struct _copyfile_state;
typedef struct _copyfile_state *copyfile_state_t;
typedef unsigned int copyfile_flags_t;
int fcopyfile(int, int, copyfile_state_t, copyfile_flags_t);
#define COPYFILE_XATTR (1 << 2)

// sys/acl.h
typedef enum { ACL_TYPE_EXTENDED = 0x00000100 } acl_type_t;
struct _acl;
typedef struct _acl *acl_t;
int acl_free(void *);
acl_t acl_init(int);
acl_t acl_get_fd_np(int, acl_type_t);
acl_t acl_get_file(const char *, acl_type_t);
int acl_set_fd_np(int, acl_t, acl_type_t);

// unistd.h
int access(const char *, int);
#define W_OK (1 << 1)
int getpagesize(void);

// sys/mman.h
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);
int mprotect(void *, size_t, int);
#define PROT_NONE 0x00
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000

// netinet6/in6.h
struct in6_addr { union { unsigned char __u6_addr8[16]; unsigned int __u6_addr32[4]; } __u6_addr; };

// math.h
double pow(double, double);
double exp2(double);
double floor(double);

// sys/sysctl.h
int sysctlbyname(const char *, void *, size_t *, void *, size_t);

// fcntl.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_NONBLOCK 0x0004
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_EXCL 0x0800
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define F_FULLFSYNC 51

// pthread.h
#pragma clang assume_nonnull begin
typedef unsigned long pthread_key_t;
struct _opaque_pthread_t { long __sig; };
typedef struct _opaque_pthread_t *pthread_t;
pthread_t pthread_self(void);
void *pthread_get_stackaddr_np(pthread_t);
size_t pthread_get_stacksize_np(pthread_t);
int pthread_key_create(pthread_key_t *, void (*_Nullable)(void *));
void *_Nullable pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *_Nullable);

// malloc/malloc.h
struct _malloc_zone_t { void *version; };
typedef struct _malloc_zone_t malloc_zone_t;
size_t malloc_zone_pressure_relief(malloc_zone_t *_Nullable, size_t);
#pragma clang assume_nonnull end

// errno.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EWOULDBLOCK 35
#define ENOTSUP 45
#define EOPNOTSUPP 102
#define ELOOP 62
#define ENAMETOOLONG 63
#define ENOSYS 78
#define EILSEQ 92
