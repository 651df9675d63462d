protocol ValueComparing {}
protocol PropertyComparing {}
