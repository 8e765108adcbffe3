import { doctorCommand } from '../../cli/doctor.js'
import { examineArea, type Area, type Check } from '../../cli/doctor/examination.js'
import { readValidSettings } from '../../runtime/config.js'
import { ENCRYPTION_KEY, JWT_SECRET } from './config.js'
import { commandHere } from './posthorn-here.js'
import { runPosthorn } from './run-program.js'

/** What the doctor found. */
export interface Diagnosis {
  exit: unknown
  status: string
  checks: Check[]
  said: string
}

/** Runs the doctor with `--json`, as an operator would: here, or as a program. */
export async function diagnose(settings: NodeJS.ProcessEnv, isProgram = false): Promise<Diagnosis> {
  const args = ['doctor', '--json']
  const run = isProgram ? runPosthorn(args, settings) : commandHere(doctorCommand, args, settings)
  const { status: exit, said, printed } = await run
  return { exit, said, ...(JSON.parse(printed) as Pick<Diagnosis, 'status' | 'checks'>) }
}

/** The finding of one check as a line. */
export function line({ checks }: Pick<Diagnosis, 'checks'>, name: string): string {
  const check = checks.find((check) => check.name === name)
  return check ? `${check.status}: ${check.found}${'remedy' in check ? ` → ${check.remedy}` : ''}` : 'not checked'
}

/** The checks of an area, which this process makes without the rest of the doctor. */
export async function checksOf(area: Area, settings: NodeJS.ProcessEnv = {}): Promise<Pick<Diagnosis, 'checks'>> {
  const read = readValidSettings({ NODE_ENV: 'test', ENCRYPTION_KEY, JWT_SECRET, ...settings })
  return { checks: await examineArea(area, read.settings) }
}

/** The finding of one check of an area as a line. */
export async function lineOf(area: Area, name: string, settings: NodeJS.ProcessEnv): Promise<string> {
  return line(await checksOf(area, settings), name)
}
