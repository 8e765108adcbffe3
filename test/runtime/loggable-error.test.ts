import { expect } from 'chai'
import { makeNamedKey } from '../../commands/tenancy/keys/named-keys.js'
import { makeKeys } from '../../commands/tenancy/projects/project-keys.js'
import { KEY_SCOPES } from '../../models/domain/key-scope.js'
import { loggableError } from '../../runtime/loggable-error.js'

describe('an error in a log', () => {
  const { publicKey, secretKey } = makeKeys()
  const secrets = [publicKey, secretKey, ...KEY_SCOPES.map((scope) => makeNamedKey(scope).secret)]

  for (const secret of secrets) {
    it(`holds no key of the form ${secret.slice(0, -64)}…`, () => {
      const logged = JSON.stringify(loggableError(new Error(`sent ${secret}`, { cause: new Error(`"${secret}"`) })))
      expect(logged).not.to.contain(secret.slice(-64))
      expect(logged).to.contain(`sent ${secret.slice(0, 3)}[key]`)
    })
  }
})
