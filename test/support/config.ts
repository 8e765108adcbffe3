import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import { readConfig, type Config } from '../../runtime/config.js'

/** The key that seals what tests store. */
export const ENCRYPTION_KEY = '0123456789abcdef'.repeat(4)

/** The same as a list of keys. */
export const ENCRYPTION_KEYS: EncryptionKeys = [ENCRYPTION_KEY]

/** The secret that signs the sessions of tests. */
export const JWT_SECRET = 'a secret of tests, long enough for HS256'

/** The environment variables of a process under test. */
export const TEST_ENV = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'fatal',
  MONGODB_URI: 'mongodb://unused',
  ENCRYPTION_KEY,
  JWT_SECRET,
  ALLOW_TEST_DOMAINS: 'true',
  GATEWAY_PORT: '0',
}

/** The settings of a process under test. */
export const testConfig = (changes: Partial<Config> = {}): Config => ({ ...readConfig(TEST_ENV), ...changes })

/** What lets a gateway take any number of requests. */
export const UNLIMITED = { RATE_LIMIT_PER_MINUTE: 0, RATE_LIMIT_PUBLIC_PER_MINUTE: 0, OPEN_RATE_LIMIT_PER_MINUTE: 0 }
