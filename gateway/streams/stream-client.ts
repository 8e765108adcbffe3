import type { Sender } from '../http/limits.js'
import type { Share } from '../memory/byte-budget.js'

/** Who loads a stream. */
export interface StreamClient {
  /** The shares of the memory for streams: first that of the group, then those of the members of the group. */
  shares: readonly [Share, ...Share[]]
  /** Null outside of a project. */
  projectId: string | null
}

const OF_GROUP = 1 / 2
const OF_MEMBER = 1 / 4

/**
 * The shares in which a stream counts. Images, which anybody may load, are one group, and the files of projects
 * another, so that neither takes the room of the other. The client network is a member in both; a file of a project
 * also counts for the project and for the credential.
 */
export function streamClient(sender: Sender | null, network: string): StreamClient {
  const share = (key: string, of = OF_MEMBER): Share => ({ key, share: of })
  if (!sender) return { shares: [share('open', OF_GROUP), share(`open ${network}`)], projectId: null }
  const ofNetwork = share(`trusted ${network}`)
  const projectId = 'caller' in sender ? sender.projectId : null
  const ofProject = projectId === null ? [] : [share(`project ${projectId}`)]
  return { shares: [share('trusted', OF_GROUP), ofNetwork, ...ofProject, share(credentialOf(sender))], projectId }
}

function credentialOf(sender: Sender): string {
  if ('user' in sender) return `user ${sender.user._id}`
  const { projectId, caller } = sender
  if (caller.type === 'user') return `user ${caller.userId}`
  return `${caller.type} ${(caller.type === 'secretKey' ? caller.keyId : null) ?? projectId}`
}
