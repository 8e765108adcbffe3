/** The texts of fields for moments. */
export const dates = {
  date: 'Date',
  time: 'Time',
  zone: 'Time zone',
  twice: (time: string, zone: string) =>
    `The clocks of ${zone} go back on this day and show ${time} twice. Which one is meant?`,
  skipped: (time: string, zone: string) =>
    `The clocks of ${zone} go forward on this day and skip ${time}. Which time is meant instead?`,
  choice: (time: string, offset: string) => `${time} (${offset})`,
  readings: 'The same moment elsewhere',
}
