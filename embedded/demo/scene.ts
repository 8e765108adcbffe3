import type { StackInfo } from '../stack-file.js'
import type { Api } from './api.js'
import type { Inbox } from './inbox.js'
import type { Story } from './story.js'

/** A project of the demo's own, as its two keys see it. */
export interface DemoProject {
  /** With the secret key. */
  api: Api
  /** With the public key, which may only track events. */
  tracker: Api
}

/** Everything that a chapter plays with. */
export interface Scene extends DemoProject {
  story: Story
  inbox: Inbox
  /** What `stack.json` says now. Throws when the stack has gone. */
  stack: () => StackInfo
  /** A word that no other run has, so that runs on one stack do not see each other's mail. */
  run: string
  newProject: (name: string) => Promise<DemoProject>
}

/** One part of the story; the parts do not build on each other. */
export interface Chapter {
  title: string
  tell(scene: Scene): Promise<void>
}

/** How long a step may take on a machine that has other things to do. */
export const STEP_MS = 120_000

export const SENDER = 'hello@example.com'

/** A recipient of this run alone. */
export function addressOf(name: string, { run }: Scene): string {
  return `${name}-${run}@example.com`
}
