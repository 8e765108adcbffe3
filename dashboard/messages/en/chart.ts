/** The texts of charts. */
export const chart = {
  showTable: 'Table',
  showChart: 'Chart',
  showTableOf: (chart: string) => `${chart}: show table`,
  showChartOf: (chart: string) => `${chart}: show chart`,
  csv: 'CSV',
  csvOf: (chart: string) => `${chart}: download as CSV`,
  legend: 'Series',
  time: 'Time',
  day: 'Day',
  empty: 'No data yet',
  hint: 'Hover over the chart, or use the arrow keys.',
  value: (series: string, value: string) => `${series}: ${value}`,
}
