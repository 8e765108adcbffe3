/** The texts of fields for moments. */
export const dates = {
  date: 'Date',
  time: 'Time',
  zone: 'Time zone',
  twice: (time: string, zone: string) =>
    `${time} occurs twice on this day in ${zone} because clocks go back. Choose one.`,
  skipped: (time: string, zone: string) =>
    `${time} doesn’t exist on this day in ${zone} because clocks go forward. Choose a time.`,
  choice: (time: string, offset: string) => `${time} (${offset})`,
  readings: 'In other time zones',
}
