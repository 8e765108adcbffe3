/** Whether `Accept-Encoding` allows this encoding (RFC 9110 12.5.3): by its name or `*`, and not with a weight of 0. */
export function acceptsEncoding(header: string | undefined, encoding: string): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((one) => {
      const [name = '', weight = 'q=1'] = one.split(';').map((part) => part.trim().toLowerCase())
      return [name, Number(weight.slice(2))] as const
    }),
  )
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0
}
