/** Which credential an endpoint takes; `project` takes a secret key. */
export type Access = 'open' | 'publicKey' | 'secretKey' | 'project'

/** Who sent a request. */
export interface Caller {
  type: 'publicKey' | 'secretKey'
}
