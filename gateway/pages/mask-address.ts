/** An address that its owner knows again and nobody else can use: `a•••@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return at < 1 ? '•••' : `${first}•••${address.slice(at)}`
}
