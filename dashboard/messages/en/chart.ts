/** The texts of charts. */
export const chart = {
  showTable: 'Table',
  showChart: 'Chart',
  showTableOf: (chart: string) => `${chart}: show the table`,
  showChartOf: (chart: string) => `${chart}: show the chart`,
  csv: 'CSV',
  csvOf: (chart: string) => `${chart}: download as CSV`,
  legend: 'Series',
  time: 'Time',
  day: 'Day',
  empty: 'There is nothing to draw yet.',
  hint: 'Point at the chart, or move along it with the arrow keys.',
  value: (series: string, value: string) => `${series}: ${value}`,
}
