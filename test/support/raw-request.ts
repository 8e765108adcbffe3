import { connect } from 'node:net'

/** Sends the head of a POST and the first bytes of its body; resolves with the status line of the answer. */
export function statusLine(origin: string, path: string, headers: string[], body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.once('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString().split('\r\n')[0] ?? '')
    })
    socket.write([`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n'))
  })
}

/** Sends the head of a POST and the first bytes of its body, and disconnects. */
export function leaveHalfway(origin: string, path: string, headers: string[], body: string): void {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write([`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n'), () => socket.destroy())
}
