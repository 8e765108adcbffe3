import { until } from '../calls.js'
import { BareKoa } from '../load/bare-koa.js'
import { closedLoop, openLoop } from '../load/loops.js'
import { Requests } from '../load/requests.js'
import { rowOf } from '../measuring/meter.js'
import { latencyOf, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import { hasOutboxEntry } from '../stored-shapes.js'

const CONCURRENCY = 32
const CONTACTS = 500
const SHARE_OF_HIGHEST = 0.6

/** `POST /v1/track` of events that no workflow, wait or segment listens to, by existing contacts. */
export const track = definePart({
  name: 'track',
  title: 'POST /v1/track that nothing listens to: alone, 32 at a time, at 60 % of that, beside bare Koa',
  runs: 'default',
  options: {
    alone: { normal: 500, quick: 100, meaning: 'events, one request after the other' },
    load: { normal: 10_000, quick: 1_500, meaning: 'events, 32 requests at a time' },
    'paced-seconds': { normal: 15, quick: 4, meaning: 'seconds at 60 % of the rate of the load' },
    bare: { normal: 3_000, quick: 500, meaning: 'requests to bare Koa, before and after the load' },
  },
  async run({ sizes, sharedStack, say }) {
    const { stack, database, meter, makeProject } = await sharedStack()
    const project = await makeProject('Track')
    const requests = new Requests(stack.info.gateway, CONCURRENCY)
    const trackOne = async (n: number): Promise<number> => {
      const event = { email: `t${n % CONTACTS}@example.com`, event: 'viewed', data: { page: n } }
      return (await requests.post('/v1/track', project.publicKey, event)).ms
    }
    const untilDispatched = () => until(async () => !(await hasOutboxEntry(database, project.id)))
    const run = async (count: number, concurrency: number) => {
      const loop = await closedLoop(count, concurrency, trackOne)
      await untilDispatched()
      return loop
    }
    const bare = await BareKoa.start(stack.info.mongodb, CONCURRENCY)
    const known = (n: number): string => `t${n % CONTACTS}@example.com`
    try {
      await run(CONTACTS * 2, CONCURRENCY)
      say('events one after the other')
      const alone = await meter.measure(() => run(sizes.alone, 1))
      say('events 32 at a time, and bare Koa before and after')
      await bare.measure(sizes.bare, known)
      const load = await meter.measure(() => run(sizes.load, CONCURRENCY))
      await bare.measure(sizes.bare, known)
      const perSecond = sizes.load / load.result.seconds
      say('events at a constant rate')
      const isOver = (seconds: number): boolean => seconds >= sizes['paced-seconds']
      const paced = await meter.measure(() => openLoop(perSecond * SHARE_OF_HIGHEST, isOver, trackOne))
      await untilDispatched()
      const row = (label: string, { result, costs }: typeof load, hasRate = true) =>
        rowOf({
          label,
          units: result.answersMs.length,
          costs,
          doneSeconds: hasRate ? result.seconds : null,
          answer: latencyOf(result.answersMs),
        })
      return {
        rows: {
          alone: row('one after the other', alone, false),
          load: row(`${CONCURRENCY} at a time`, load),
          paced: row('at 60 % of the rate', paced),
        },
        figures: {
          bareKoaPerSecond: round(bare.perSecond, 1),
          acceptingRatio: round(perSecond / bare.perSecond, 3),
        },
      }
    } finally {
      requests.close()
      await bare.end()
    }
  },
})
