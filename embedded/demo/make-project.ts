import { z } from 'zod'
import type { StackInfo } from '../stack-file.js'

const Project = z.object({ id: z.string(), public: z.string(), secret: z.string() })

/** Signs in as the user of the stack and makes a project, as a dashboard does. */
export async function makeProject({ gateway, user }: StackInfo, name: string): Promise<z.output<typeof Project>> {
  const post = async (path: string, body: object, cookie = ''): Promise<Response> => {
    const headers = { 'content-type': 'application/json', origin: gateway, cookie }
    const response = await fetch(`${gateway}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status} ${await response.text()}`)
    return response
  }
  const signedIn = await post('/auth/login', user)
  const cookie = signedIn.headers.getSetCookie().map((set) => set.split(';')[0])
  const made = await post('/users/@me/projects', { name }, cookie.join('; '))
  return Project.parse(await made.json())
}
