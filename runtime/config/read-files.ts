import { readFileSync } from 'node:fs'
import { hasCode } from '../has-code.js'
import { withoutEnd } from '../without-end.js'
import type { ConfigFault } from './fault.js'

const SUFFIX = '_FILE'

const REASONS = {
  ENOENT: 'there is no such file',
  EACCES: 'this process may not read the file',
  EISDIR: 'it is a folder',
}
const CODES = ['ENOENT', 'EACCES', 'EISDIR'] as const

/**
 * Reads the value of each setting `X` from the variable `X`, or from the file that `X_FILE` names, because Docker and
 * Kubernetes provide secrets as files. Empty variables count as unset.
 */
export function readFiles(
  env: NodeJS.ProcessEnv,
  settings: readonly string[],
): { given: Record<string, string>; faults: ConfigFault[] } {
  const given: Record<string, string> = {}
  const faults: ConfigFault[] = []
  for (const setting of settings) {
    const value = env[setting] || undefined
    const file = env[`${setting}${SUFFIX}`] || undefined
    if (value !== undefined && file !== undefined) {
      faults.push({ setting, message: `is given twice, as ${setting} and as ${setting}${SUFFIX}: unset one of them` })
    } else if (file !== undefined) {
      const { content, reason } = read(file)
      if (content) given[setting] = content
      else faults.push({ setting: `${setting}${SUFFIX}`, message: reason })
    } else if (value !== undefined) {
      given[setting] = value
    }
  }
  return { given, faults }
}

// The message does not name the file, because an operator may have put the secret itself into this variable.
function read(file: string): { content: string; reason: string } {
  try {
    const content = withoutEnd(readFileSync(file, 'utf8'), '\r\n')
    return { content, reason: 'the file that it names is empty' }
  } catch (error) {
    const code = CODES.find((one) => hasCode(error, one))
    const why = code ? REASONS[code] : 'it cannot be read'
    return { content: '', reason: `must name a file with the value, but ${why}` }
  }
}
