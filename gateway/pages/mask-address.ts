/** Masks an address so that only its owner recognises it: `a•••@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return at < 1 ? '•••' : `${first}•••${address.slice(at)}`
}
