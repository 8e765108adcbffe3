import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../embedded/ports.js'
import { LeftOut } from '../part.js'

/** An SMTP server that takes every message and keeps none. */
export interface SmtpSink {
  port: number
  end(): void
}

const BACKLOG = '1000'
const POLL_MS = 50

/** Starts postfix's `smtp-sink` on a free port. Throws LeftOut where it is not installed. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const port = await findFreePort([])
  // The program refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('smtp-sink', [...user, `127.0.0.1:${port}`, BACKLOG], { stdio: 'ignore' })
  const end = (): void => void child.kill()
  process.once('exit', end)
  if (!(await hasStarted(child))) throw new LeftOut("it needs postfix's smtp-sink")
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`smtp-sink ended with status ${child.exitCode}`)
    await delay(POLL_MS)
  }
  return {
    port,
    end() {
      process.off('exit', end)
      end()
    },
  }
}

/** The settings of a stack that sends into the sink without a rate limit. */
export function settingsFor({ port }: SmtpSink): Record<string, string> {
  return {
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_TLS: 'none',
    SEND_RATE_PER_SECOND: '0',
  }
}

async function hasStarted(child: ChildProcess): Promise<boolean> {
  return once(child, 'spawn').then(
    () => true,
    () => false,
  )
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
