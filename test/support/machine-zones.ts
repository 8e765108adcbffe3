/** Checks something on machines of several time zones: the work must not depend on theirs. */
export function onEveryMachine(check: () => void): void {
  const { TZ } = process.env
  try {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Apia']) {
      process.env['TZ'] = zone
      check()
    }
  } finally {
    if (TZ === undefined) delete process.env['TZ']
    else process.env['TZ'] = TZ
  }
}
