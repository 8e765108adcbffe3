/** The rows of a Markdown table, the head first, in columns of equal width, as the formatter leaves them. */
export function markdownTable([head = [], ...body]: readonly string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((size) => '-'.repeat(size))), ...body.map(line)].join('\n')
}
