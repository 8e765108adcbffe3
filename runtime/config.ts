import type { z } from 'zod'
import { findInconsistencies } from './config/consistency.js'
import { ConfigError, type ConfigFault, type ValidSettings } from './config/fault.js'
import { mongodb } from './config/mongodb.js'
import { findUnsafe } from './config/production.js'
import { readFiles } from './config/read-files.js'
import { Settings, type Config } from './config/settings.js'

export { ConfigError, type ConfigFault, type ValidSettings } from './config/fault.js'
export { configWarnings } from './config/production.js'
export { GROUPS, Settings, type Config } from './config/settings.js'

/**
 * Reads the settings from environment variables, or from the files that the variables `X_FILE` name. Empty variables
 * count as unset. Throws ConfigError with all faults at once.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { settings, faults } = readValidSettings(env)
  if (faults.length > 0) throw new ConfigError(faults)
  return settings as Config
}

/** As `readConfig`, for callers that go on in spite of faults: returns the valid settings and all faults. */
export function readValidSettings(env: NodeJS.ProcessEnv): { settings: ValidSettings; faults: ConfigFault[] } {
  const { values, given, faults } = readShape(Settings.shape, env)
  // A setting that is wrong by itself gets no further fault from a rule over several settings.
  const isNew = ({ setting }: ConfigFault): boolean => !isFaulty(setting, faults)
  const rules = [...findInconsistencies(values), ...findUnsafe(values, given)].filter(isNew)
  return { settings: values, faults: [...faults, ...rules] }
}

/** Reads only the settings for the connection to MongoDB, for commands that need no others. Throws ConfigError. */
export function readMongodbConfig(env: NodeJS.ProcessEnv = process.env): MongodbConfig {
  const { values, faults } = readShape(mongodb.shape, env)
  const all = [...faults, ...findInconsistencies(values)]
  if (all.length > 0) throw new ConfigError(all)
  return values as MongodbConfig
}

/** The settings for the connection to MongoDB. */
export type MongodbConfig = z.output<typeof mongodb>

/**
 * A copy of the environment in which each `X_FILE` is replaced by `X` with the content of the file. Throws ConfigError.
 */
export function withFilesRead(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = Object.keys(Settings.shape)
  const { given, faults } = readFiles(env, settings)
  if (faults.length > 0) throw new ConfigError(faults)
  const files = settings.map((setting) => [`${setting}_FILE`, undefined])
  return { ...env, ...(Object.fromEntries(files) as NodeJS.ProcessEnv), ...given }
}

/**
 * Runs a step of a process's start. A ConfigError ends the process with status 1 and the list of the wrong settings,
 * without a stack.
 */
export function exitOnConfigError<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}

/** Parses each setting by itself, so that one wrong setting does not hide others. */
function readShape<S extends Record<string, z.ZodType>>(
  shape: S,
  env: NodeJS.ProcessEnv,
): { values: { [K in keyof S]?: z.output<S[K]> }; given: Record<string, string>; faults: ConfigFault[] } {
  const names = Object.keys(shape) as (keyof S & string)[]
  const { given, faults } = readFiles(env, names)
  const values: { [K in keyof S]?: z.output<S[K]> } = {}
  for (const setting of names) {
    const { success, data, error } = (shape[setting] as S[typeof setting]).safeParse(given[setting])
    if (success) values[setting] = data
    else if (!isFaulty(setting, faults)) {
      const messages = new Set(error.issues.map(({ message }) => message))
      faults.push(...[...messages].map((message) => ({ setting, message })))
    }
  }
  return { values, given, faults }
}

function isFaulty(setting: string, faults: readonly ConfigFault[]): boolean {
  return faults.some((fault) => fault.setting === setting || fault.setting === `${setting}_FILE`)
}
