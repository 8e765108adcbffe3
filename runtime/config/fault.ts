import type { Config } from './settings.js'

/** What is wrong with one setting. No message repeats a value, because it may be a secret. */
export interface ConfigFault {
  setting: string
  message: string
}

/** The settings whose values are valid by themselves: what rules over several settings look at. */
export type ValidSettings = Partial<Config>

/** The settings cannot be used. Its message names every one that is wrong or missing, and no value. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    super(`Invalid configuration:\n${faults.map(({ setting, message }) => `  ${setting}: ${message}`).join('\n')}`)
    this.faults = faults
  }
}
