import { StackError } from '../stack-error.js'
import { onStopSignal } from '../stop-signals.js'
import { Api } from './api.js'
import { chapters } from './chapters/index.js'
import { findStack, type DemoStack } from './find-stack.js'
import { Inbox } from './inbox.js'
import { makeProject } from './make-project.js'
import { Printer, seconds } from './printer.js'
import type { DemoProject, Scene } from './scene.js'
import { ChapterBroken, Story } from './story.js'

const cancelling = new AbortController()
const { signal } = cancelling

process.stdout.on('error', () => undefined)
onStopSignal(() => cancelling.abort(new StackError('Called off.')))

const printer = new Printer(process.stdout)
try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  process.exitCode = 1
  if (signal.aborted) printer.line('\nCalled off.')
  else console.error(error instanceof StackError ? `\n${error.message}` : error)
}
process.exit()

/** Tells the story. Returns whether every claim held. */
async function run(): Promise<boolean> {
  const began = performance.now()
  const log = (line: string): void => printer.line(line)
  const stack = await findStack({ log, isTerminal: process.stdout.isTTY, signal })
  const story = new Story(printer, signal)
  try {
    const scene = await setScene(stack, story)
    for (const [index, chapter] of chapters.entries()) {
      story.chapter(index + 1, chapter.title)
      await chapter.tell(scene).catch((error: unknown) => {
        signal.throwIfAborted()
        if (!(error instanceof ChapterBroken)) story.broke(error)
        story.say('The rest of this chapter is left out.')
      })
    }
  } finally {
    await stack.leave()
  }
  return sumUp(story, performance.now() - began)
}

async function setScene(stack: DemoStack, story: Story): Promise<Scene> {
  const { gateway, inbox, temporalUi } = stack.read()
  const run = Date.now().toString(36)
  printer.heading(`Posthorn at work: run ${run}`)
  story.say(`Gateway      ${gateway}`)
  story.say(`Inbox        ${inbox}`)
  story.say(`Temporal UI  ${temporalUi || 'of the server in TEMPORAL_ADDRESS'}`)
  story.say(`Data, logs   ${stack.dataDir}`)
  const newProject = async (name: string): Promise<DemoProject> => {
    const keys = await makeProject({ name, dataDir: stack.dataDir, signal })
    story.say(`Project      ${keys.id}, made for this run`)
    return {
      api: new Api({ origin: gateway, key: keys.secret, signal }),
      tracker: new Api({ origin: gateway, key: keys.public, signal }),
    }
  }
  const project = await newProject(`Demo ${run}`)
  return { ...project, story, inbox: new Inbox(inbox, signal), stack: () => stack.read(), run, newProject }
}

function sumUp(story: Story, elapsedMs: number): boolean {
  const { failures, heldCount } = story
  if (failures.length === 0) {
    printer.heading(`All ${heldCount} claims held. It took ${seconds(elapsedMs)}.`)
    return true
  }
  printer.heading(`${failures.length} of ${heldCount + failures.length} claims did not hold (${seconds(elapsedMs)}):`)
  for (const { chapter, that, expected, actual } of failures) {
    printer.line(`   ${chapter}\n     ${that}\n       expected  ${expected}\n       actual    ${actual}`)
  }
  return false
}
