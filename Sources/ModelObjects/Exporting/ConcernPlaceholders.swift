protocol ValueExporting {}
protocol ValueComparing {}
protocol ValueArchiving {}
protocol PropertyExporting {}
protocol PropertyComparing {}
protocol PropertyArchiving {}
