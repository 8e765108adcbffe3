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

/** The things that a chapter uses. */
export interface Scene extends DemoProject {
  story: Story
  inbox: Inbox
  /** Reads `stack.json`. Throws when the stack has gone. */
  stack: () => StackInfo
  /** The id of this run, in its addresses and events: runs on one stack do not see each other's mail. */
  run: string
  newProject: (name: string) => Promise<DemoProject>
}

/** One part of the story; the parts do not build on each other. */
export interface Chapter {
  title: string
  tell(scene: Scene): Promise<void>
}

/** The time limit of a step, on a machine that is busy with other work. */
export const STEP_MS = 120_000

export const SENDER = 'hello@example.com'

/** A recipient of this run alone. */
export function addressOf(name: string, { run }: Scene): string {
  return `${name}-${run}@example.com`
}
