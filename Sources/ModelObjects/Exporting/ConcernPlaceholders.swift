protocol ValueComparing {}
protocol ValueArchiving {}
protocol PropertyComparing {}
protocol PropertyArchiving {}
