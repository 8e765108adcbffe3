import { spawn } from 'node:child_process'
import type { Env } from '../settings.js'

/** The exit status and the output of a tool. */
export interface ToolResult {
  status: number | null
  output: string
}

/**
 * Runs a program to its end. With `isShown` it writes to the terminal, else each line goes to `onLine`.
 * The status of a program that does not exist is null.
 */
export function runTool(
  command: string,
  args: string[],
  options: { env: Env; signal?: AbortSignal; isShown?: boolean; onLine?: (line: string) => void },
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const stdio = options.isShown ? 'inherit' : 'pipe'
    const child = spawn(command, args, {
      env: options.env,
      stdio: ['ignore', stdio, stdio],
      ...(options.signal ? { signal: options.signal } : {}),
    })
    let output = ''
    let line = ''
    const take = (chunk: string): void => {
      output += chunk
      const lines = (line + chunk).split('\n')
      line = lines.pop() ?? ''
      for (const whole of lines) options.onLine?.(whole.trimEnd())
    }
    child.stdout?.setEncoding('utf8').on('data', take)
    child.stderr?.setEncoding('utf8').on('data', take)
    child.once('error', (error) => resolve({ status: null, output: output || error.message }))
    child.once('close', (status) => resolve({ status, output }))
  })
}
