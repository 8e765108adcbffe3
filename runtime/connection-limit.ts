import type { Server, Socket } from 'node:net'

/**
 * Limits a server to `most` connections of one client at a time, so that no client takes the sockets that the process
 * needs for others; 0 for any number. Further connections are closed before they are read; `refused` is called for
 * each.
 */
export function limitConnections(
  server: Server,
  { most, clientOf, refused }: { most: number; clientOf: (socket: Socket) => string; refused?: () => void },
): void {
  if (most === 0) return
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket)
    const count = (counts.get(client) ?? 0) + 1
    if (count > most) {
      refused?.()
      socket.destroy()
      return
    }
    counts.set(client, count)
    socket.once('close', () => {
      const left = (counts.get(client) ?? 0) - 1
      if (left > 0) counts.set(client, left)
      else counts.delete(client)
    })
  })
}
