import { Api } from '../embedded/demo/api.js'
import { buildWorkflow, type PlannedStep } from '../embedded/demo/build-workflow.js'
import type { BenchStack } from './bench-stack.js'
import { call } from './calls.js'

/** The subjects of the two mails of the reference workflow, behind the name of its project. */
export const MAILS = ['Welcome', 'Still here?'] as const

/** The reference workflow (send, delay, condition, send, exit) in a project of its own; `track` starts an execution. */
export async function makeReference(
  bench: BenchStack,
  name: string,
  delay: Record<string, unknown>,
  begin: 'send first' | 'delay first' = 'send first',
) {
  const project = await bench.makeProject(name)
  const api = new Api({ origin: bench.stack.info.gateway, key: project.secretKey })
  const mail = (subject: string): PlannedStep => ({
    type: 'SEND_EMAIL',
    name: subject,
    mail: { subject: `${name}: ${subject}`, body: '<p>Hello {{ firstName ?? there }}</p>' },
  })
  const steps = {
    first: mail(MAILS[0]),
    pause: { type: 'DELAY', name: 'Pause', config: delay },
    check: { type: 'CONDITION', name: 'Subscribed?', config: { field: 'subscribed', operator: 'equals', value: true } },
    second: mail(MAILS[1]),
    end: { type: 'EXIT', name: 'End', config: { reason: 'Done' } },
  }
  const isSendFirst = begin === 'send first'
  const { id: workflowId } = await buildWorkflow(api, {
    name,
    eventName: 'signed up',
    steps,
    transitions: [
      ['trigger', isSendFirst ? 'first' : 'pause'],
      ...(isSendFirst ? ([['first', 'pause']] as const) : []),
      ['pause', 'check'],
      ['check', 'second', 'yes'],
      ['second', 'end'],
    ],
  })
  const track = (email: string): Promise<unknown> =>
    call('POST', `${bench.stack.info.gateway}/v1/track`, project.publicKey, { email, event: 'signed up' })
  return { project, workflowId, track }
}
