import { expect } from 'chai'
import type { TestGateway } from './gateway.js'

/** The cookie that an answer sets, with its attributes; empty without one. */
export const setCookie = ({ headers }: { headers: Headers }): string => headers.get('set-cookie') ?? ''

/** The same cookie as a browser sends it back. */
export const cookieOf = (answer: { headers: Headers }): string => setCookie(answer).split(';')[0] ?? ''

/** Whether a cookie is that of a valid session. */
export async function isSignedIn(gateway: TestGateway, cookie: string): Promise<boolean> {
  const { status } = await gateway.as().get('/users/@me', { cookie })
  expect(status).to.be.oneOf([200, 401])
  return status === 200
}
