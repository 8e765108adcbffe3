import { createServer } from 'node:net'
import { PORT_SETTINGS, type PortName, type Ports } from './settings.js'
import { StackError } from './stack-error.js'

/** The range in which free ports are looked for, below the ephemeral ports of Linux and macOS. */
const FREE_RANGE = { from: 20_000, to: 29_999 }

/**
 * Checks that the named ports are free on 127.0.0.1 and gives a number to those that are 0.
 * Throws StackError naming every taken port and the variable that changes it.
 */
export async function claimPorts(wanted: Ports, names: readonly PortName[]): Promise<Ports> {
  const claimed = { ...wanted }
  const taken: string[] = []
  for (const name of names) {
    if (claimed[name] === 0) claimed[name] = await findFreePort(Object.values(claimed))
    else if (!(await isFree(claimed[name]))) taken.push(describeTaken(name, claimed[name]))
  }
  if (taken.length > 0) throw new StackError(taken.join('\n'))
  return claimed
}

function describeTaken(name: PortName, port: number): string {
  const { variable, label } = PORT_SETTINGS[name]
  return `Port ${port} for ${label} is already in use. Set ${variable} to another port, or to 0 for any free port.`
}

/**
 * A free port that is not in `avoid`, outside of the ephemeral range. While a server restarts, the system could give an
 * ephemeral port to a client that retries: the client would connect to itself and keep the server from coming back.
 */
export async function findFreePort(avoid: readonly number[]): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = FREE_RANGE.from + Math.floor(Math.random() * (FREE_RANGE.to - FREE_RANGE.from + 1))
    if (!avoid.includes(port) && (await isFree(port))) return port
  }
  throw new StackError(`No free port found between ${FREE_RANGE.from} and ${FREE_RANGE.to}.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else if (error.code === 'EACCES') reject(new StackError(`This user is not allowed to listen on port ${port}.`))
      else reject(error)
    })
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
