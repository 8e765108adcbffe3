import { expect } from 'chai'
import { EventLoopShare } from '../../../../mail/rendering/threads/event-loop-share.js'
import { OverBudget, type Budget } from '../../../../mail/rendering/threads/budget.js'
import { withinBudget } from '../../../../mail/rendering/threads/perform.js'
import { eventually } from '../../../support/eventually.js'

const LONG = { usedMs: 50, forMs: 60_000 }
const ORDINARY_TASKS = 20

/** How many of many projects may use the event loop for a slow template each, one after the other from a time on. */
function admitted(share: EventLoopShare, projects: string[], from = 0): number {
  let count = 0
  for (const project of projects) {
    if (share.isKeptOut(project, from)) continue
    count += 1
    share.noteLong(project, LONG, from)
  }
  return count
}

const projectsOf = (owner: string, count = 1_000): string[] => Array.from({ length: count }, (_, i) => `${owner}-${i}`)

function ordinary(share: EventLoopShare, project: string): void {
  for (let task = 0; task < ORDINARY_TASKS; task += 1) share.noteShort(project)
}

/** A document is admitted to the event loop unless its project is kept out. */
const isInLoop = (budget: Budget): boolean => {
  try {
    budget.admitHtml('<p>Hi</p>')
    return true
  } catch (error) {
    if (error instanceof OverBudget) return false
    throw error
  }
}

describe('the share of the event loop for slow templates', () => {
  it('is one for all projects: a thousand with a slow template each get no more than twenty', () => {
    const share = new EventLoopShare()
    expect(admitted(share, projectsOf('a'))).to.equal(20)
    expect(admitted(share, projectsOf('b'))).to.equal(0)
  })

  it('keeps projects with ordinary mail in the event loop meanwhile', () => {
    const share = new EventLoopShare()
    ordinary(share, 'shop')
    admitted(share, projectsOf('a'))
    expect(share.isKeptOut('shop', 0)).to.equal(false)
    expect(share.isKeptOut('new', 0)).to.equal(true)
  })

  it('is no more than twice as much where the projects had ordinary mail first', () => {
    const share = new EventLoopShare()
    const projects = projectsOf('a')
    for (const project of projects) ordinary(share, project)
    expect(admitted(share, projects)).to.equal(40)
  })

  it('becomes free again with time, as much in a minute as a minute has', () => {
    const share = new EventLoopShare()
    admitted(share, projectsOf('a'))
    expect(admitted(share, projectsOf('b'), 30_000)).to.equal(10)
    expect(admitted(share, projectsOf('c'), 90_000)).to.equal(20)
  })

  it('keeps a project out for a time after a slow task, and no other', () => {
    const share = new EventLoopShare()
    share.noteLong('slow', LONG, 0)
    expect(share.isKeptOut('slow', 59_999)).to.equal(true)
    expect(share.isKeptOut('slow', 60_000)).to.equal(false)
    expect(share.isKeptOut('other', 0)).to.equal(false)
  })

  it('is used by real tasks: slow projects leave the event loop to that of another', async () => {
    const useByTasks = async (): Promise<{ slow: number; isShopInLoop: boolean }> => {
      const share = new EventLoopShare()
      for (let task = 0; task < ORDINARY_TASKS; task += 1) withinBudget('shop', () => undefined, share)
      const now = performance.now()
      const slow = projectsOf('slow', 200).filter((project) =>
        withinBudget(
          project,
          (budget) => {
            if (!isInLoop(budget)) return false
            share.noteLong(project, LONG, now)
            return true
          },
          share,
        ),
      )
      return { slow: slow.length, isShopInLoop: withinBudget('shop', isInLoop, share) }
    }
    // Twenty by their share, and one for the time that becomes free. On a machine that stands still meanwhile, a short
    // task is a long one, or more time becomes free.
    await eventually(useByTasks, ({ slow, isShopInLoop }) => slow >= 20 && slow <= 21 && isShopInLoop)
  })
})
