import { expect } from 'chai'
import { fakeProvider } from '../activities/campaign/campaign-walk.js'
import { deliverOne, deliveryDeps } from './delivery-deps.js'
import type { TestProject } from './project.js'

/** One recipient in the answer of `POST /v1/send`. */
export interface Sent {
  contact: { id: string; email: string }
  email: string
}

/** Sends messages as the project of a test, each with the fields of `message` that it does not name. */
export function createSender({ client, project }: Pick<TestProject, 'client' | 'project'>, message: object) {
  return {
    send: async (body: object): Promise<Sent[]> => {
      const res = await client.post('/v1/send', { ...message, ...body })
      expect(res.status, JSON.stringify(res.body).slice(0, 500)).to.equal(200)
      return res.body.data.emails
    },
    /** The messages of these emails as the provider got them, in the order of their addresses. */
    deliver: async (...ids: string[]): Promise<{ to: string; raw: string }[]> => {
      const provider = fakeProvider()
      for (const id of ids) {
        expect(await deliverOne(deliveryDeps(provider), project.id, id)).to.include({ state: 'sent' })
      }
      const taken = provider.taken.toSorted((a, b) => (a.to < b.to ? -1 : 1))
      return taken.map(({ to, raw }) => ({ to, raw: raw.toString() }))
    },
  }
}
