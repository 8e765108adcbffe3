/**
 * A table of texts. The first column is aligned to the left and so is one without a header, the others to the right.
 */
export function renderTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = header.map((head, column) =>
    Math.max(head.length, ...lines.map((line) => (line[column] ?? '').length)),
  )
  const render = (line: readonly string[]): string =>
    widths
      .map((width, column) => {
        const text = line[column] ?? ''
        return column === 0 || header[column] === '' ? text.padEnd(width) : text.padStart(width)
      })
      .join('  ')
      .trimEnd()
  return [
    render(header),
    widths
      .map((width) => '─'.repeat(width))
      .join('  ')
      .trimEnd(),
    ...lines.map(render),
  ].join('\n')
}

/** A readable number: three significant digits, or all digits of the integer part if it has more. */
export function formatNumber(value: number | undefined): string {
  if (value === undefined) return ''
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 100 || Number.isInteger(value)) return String(Math.round(value))
  return value.toFixed(size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 3)
}
