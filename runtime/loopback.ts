/** Whether a host, in the form of a URL or of a socket, is this machine itself. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.+\.localhost|\[?::1\]?|127(?:\.\d{1,3}){3})$/i.test(host)
}
