import { requireRunning } from '../lock.js'
import { readDataDir } from '../settings.js'
import { StackError } from '../stack-error.js'
import type { StackInfo } from '../stack-file.js'
import { Api } from './api.js'
import { Inbox } from './inbox.js'
import { makeProject } from './make-project.js'
import { Narrator } from './narrator.js'
import { sendCampaign, sendOneMail, sendToNobody, walkWorkflow } from './scenes.js'

try {
  await play(requireRunning(readDataDir(process.env)))
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof StackError ? `\n${error.message}` : error)
}

/** Plays the demo on the running stack. Throws where the stack does something else. */
async function play(stack: StackInfo): Promise<void> {
  const { gateway: origin } = stack
  const narrator = new Narrator()
  const run = Date.now().toString(36)
  narrator.scene('A new project')
  const project = await makeProject(stack, `Demo ${run}`)
  narrator.say('POST /users/@me/projects', `"Demo ${run}" with a secret key and a public key`)
  const stage = {
    narrator,
    api: new Api({ origin, key: project.secret }),
    tracker: new Api({ origin, key: project.public }),
    inbox: new Inbox(stack.inbox),
    addressOf: (name: string) => `${name}-${run}@example.com`,
  }
  await sendOneMail(stage)
  const temporalWorkflowId = await walkWorkflow(stage)
  const campaignId = await sendCampaign(stage)
  await sendToNobody(stage)
  console.log(whereToLook(stack, { secret: project.secret, temporalWorkflowId, campaignId }))
}

function whereToLook(
  { gateway, inbox, temporalUi }: StackInfo,
  made: { secret: string; temporalWorkflowId: string; campaignId: string },
): string {
  const workflow = `namespaces/default/workflows/${encodeURIComponent(made.temporalWorkflowId)}`
  const call = (path: string): string => `curl -H "Authorization: Bearer $SECRET" ${gateway}${path}`
  return `
Done. Explore the results:

  Inbox          ${inbox}
  Execution      ${temporalUi ? `${temporalUi}/${workflow}` : `${made.temporalWorkflowId}, in Temporal's web UI`}
  API reference  ${gateway}/docs

  Query the API:

  SECRET=${made.secret}
  ${call('/activity')}
  ${call('/contacts')}
  ${call(`/campaigns/${made.campaignId}/stats`)}
  ${call('/analytics/timeseries')}
`
}
