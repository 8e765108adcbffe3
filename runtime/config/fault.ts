import type { Config } from './settings.js'

/** A fault of one setting. Its message never contains the value, because the value may be a secret. */
export interface ConfigFault {
  setting: string
  message: string
}

/** The settings whose values are valid by themselves; rules over several settings read these. */
export type ValidSettings = Partial<Config>

/** The settings cannot be used. The message names every wrong or missing setting, and no value. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    super(`Invalid configuration:\n${faults.map(({ setting, message }) => `  ${setting}: ${message}`).join('\n')}`)
    this.faults = faults
  }
}
