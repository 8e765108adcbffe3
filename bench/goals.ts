/** What a measured value should be, and why. */
export interface Goal {
  /** `most`: no more than `value`; `least`: no less. */
  bound: 'most' | 'least'
  value: number
  meaning: string
}

const most = (value: number, meaning: string): Goal => ({ bound: 'most', value, meaning })
const least = (value: number, meaning: string): Goal => ({ bound: 'least', value, meaning })

/**
 * The goals by `<part>.<row>.<column>` and `<part>.<figure>`. Rates and processor times hold for two cores on which
 * bare Koa answers some 1,000 requests a second; counts of commands, ratios and memory hold on every machine.
 */
export const GOALS: Readonly<Record<string, Goal>> = {
  'send.alone.commandsPerUnit': most(14, 'Database commands of one mail from the request to its delivery, alone'),
  'send.load.commandsPerUnit': most(6, 'The same under load, where requests share commands'),
  'send.load.cpuMsPerUnit': most(7, 'Processor time of all processes of a mail'),
  'send.load.perSecond': least(250, 'Mails a second that reach the inbox'),
  'send.acceptingRatio': least(0.6, 'Accepted requests a second while mails are delivered, by those of bare Koa'),
  'track.alone.commandsPerUnit': most(5, 'Database commands of one event that nothing listens to, alone'),
  'track.load.commandsPerUnit': most(2, 'The same under load'),
  'track.load.cpuMsPerUnit': most(1.8, 'Processor time of all processes of an event'),
  'track.paced.answerP99Ms': most(50, 'Time to the answer at 60 % of the highest rate'),
  'track.acceptingRatio': least(0.7, 'Accepted events a second, by the requests a second of bare Koa'),
  'execution.load.commandsPerUnit': most(35, 'Database commands of an execution: send, delay, condition, send, exit'),
  'execution.load.cpuMsPerUnit': most(70, 'Processor time of all processes of an execution'),
  'execution.load.perSecond': least(25, 'Executions a second from the event to the exit'),
  'execution.requested.commandsPerUnit': most(2, 'Database commands of a start by a request, under load'),
  'execution.historyEvents': most(25, 'Events in the history of an execution in Temporal'),
  'campaign.load.commandsPerUnit': most(
    0.3,
    'Database commands of a recipient, with the notifications of the provider',
  ),
  'campaign.load.cpuMsPerUnit': most(2, 'Processor time of all processes of a recipient'),
  'campaign.load.perSecond': least(900, 'Recipients a second'),
  'campaign-smtp.load.commandsPerUnit': most(0.06, 'Database commands of a recipient over SMTP'),
  'campaign-smtp.load.cpuMsPerUnit': most(0.66, 'Processor time of all processes of a recipient over SMTP'),
  'campaign-smtp.load.perSecond': least(3_000, 'Recipients a second over SMTP'),
  'campaign-smtp.load.memoryMb': most(750, 'Gateway and worker through a campaign of 100,000 recipients'),
  'import.rowsPerSecond': least(300, 'Rows of an import a second, with the segments and events that they change'),
  'notifications.load.cpuMsPerUnit': most(1.5, 'Processor time of all processes of a notification of the provider'),
  'wake.wake.perSecond': least(15, 'Executions a second that wake at one moment, up to their exit'),
  'wake.replayedRatio': most(0.05, 'Share of the tasks of workflows that replay a history'),
  'soak.gatewayMbPerHour': most(5, 'Growth of the gateway under a load of hours'),
  'soak.workerMbPerHour': most(5, 'The same of the worker'),
  'memory.restMb': most(450, 'Gateway and worker at rest'),
  'memory.campaign.memoryMb': most(750, 'Gateway and worker through a campaign'),
  'growth.worstRatio': most(1.2, 'The slowest call on a large project, by the same call on a small one'),
  'growth.slowestOfWholeProjectMs': most(4_000, 'The slowest call that reads the whole of a large project'),
  'growth.campaignAnswerRatio': most(
    1.3,
    'Answer to sending a campaign to as many contacts, large project by small one',
  ),
  'growth.campaignFirstMailMs': most(5_000, 'Time to the first mail of a campaign to a segment of the large project'),
  'growth.frozenPerSecond': least(
    50_000,
    'Contacts a second of a campaign to everyone in the large project, until frozen',
  ),
  'growth.worstReportRatio': most(1.3, 'The same of the calls that tell what happened in a project'),
  'hosts.contactsHundredRatio': least(0.8, 'New contacts a second of a hundred projects, by those of one project'),
  'hosts.eventsHundredRatio': least(0.8, 'The same of tracked events'),
  'hosts.sendsHundredRatio': least(0.8, 'The same of mails that reach the inbox'),
  'beside.p50Ratio': most(2, 'Time of a single mail to the inbox during a campaign, by that of an idle system'),
  'beside.p99Ratio': most(2, 'The same for the slowest mail of a hundred'),
  'crowd.p50Ratio': most(2, 'Time of a single mail while another project sends to a crowd, by that of an idle system'),
}

/** Whether a value meets its goal. */
export function isMet({ bound, value: limit }: Goal, value: number): boolean {
  return bound === 'most' ? value <= limit : value >= limit
}
