const root = process.env['ROOT']!
const SEGMENTS = Number(process.env['SEGMENTS'] ?? 1000)
const PROJECTS = Number(process.env['PROJECTS'] ?? 10)
const CONTACTS = Number(process.env['CONTACTS'] ?? 6000)
const at = (p: string) => import(`${root}/${p}`)
const { bringUpForBench } = await at('bench/bench-stack.ts')
const { MeasuringClient } = await at('bench/measuring/measuring-client.ts')
const { commandsBetween, totalOf } = await at('bench/measuring/command-counts.ts')
const { useOf } = await at('bench/measuring/processes.ts')
const { Contact } = await at('models/contact.ts')
const { ContactCount } = await at('models/contact-count.ts')
const { Segment } = await at('models/segment.ts')
const { newId } = await at('runtime/ids.ts')
const { ScheduleClient, Connection, Client } = await import(`${root}/node_modules/@temporalio/client/lib/index.js`)
const bench = await bringUpForBench({})
try {
  const { info } = bench.stack
  const connection = await Connection.connect({ address: info.temporal })
  const schedules = new ScheduleClient({ connection })
  await schedules.getHandle('sweep-segments').pause('measure')
  await schedules.getHandle('recheck-domains').pause('measure')
  const day = 86_400_000
  for (let p = 0; p < PROJECTS; p += 1) {
    const { id: projectId } = await bench.makeProject(`p${p}`)
    for (let n = 0; n < CONTACTS; n += 2000) {
      await Contact.insertMany(Array.from({ length: Math.min(2000, CONTACTS - n) }, (_, k) => ({ _id: newId(), projectId, email: `c${n + k}@p${p}.example`, createdAt: new Date(Date.now() - 30 * day), data: { plan: 'free' }, subscribed: true })), { timestamps: false } as never)
    }
    await ContactCount.create({ _id: projectId, contacts: CONTACTS })
    await Segment.insertMany(Array.from({ length: SEGMENTS / PROJECTS }, (_, n) => ({ projectId, name: `s${n}`, slug: `s${n}`, type: 'DYNAMIC', trackMembership: true, computedAt: new Date(), condition: { logic: 'AND', groups: [{ filters: [{ field: 'createdAt', operator: 'within', value: 7, unit: 'days' }] }] } })))
  }
  const client = await MeasuringClient.connect(info.mongodb)
  const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms))
  const quiet = async (ms: number) => { const b = { c: await client.commands(), u: useOf(info.processes) }; await sleep(ms); const a = { c: await client.commands(), u: useOf(info.processes) }; return { commands: totalOf(commandsBetween(b.c, a.c)), use: Object.fromEntries(Object.entries(a.u).map(([k, v]: any) => [k, v.cpuMs - (b.u as any)[k].cpuMs])) } }
  console.log('quiet 10s', JSON.stringify(await quiet(10_000)))
  for (let run = 0; run < 2; run += 1) {
    const before = { c: await client.commands(), u: useOf(info.processes) }
    const began = Date.now()
    await schedules.getHandle('sweep-segments').trigger()
    let result: unknown
    for (;;) {
      await sleep(1000)
      const { info: d } = await schedules.getHandle('sweep-segments').describe()
      const id = d.recentActions.at(-1)?.action.workflow.workflowId
      if (d.recentActions.length <= run) continue
      const h = new Client({ connection }).workflow.getHandle(id!)
      if ((await h.describe()).status.name !== 'COMPLETED') continue
      result ??= await h.result()
      if ((await client.count('jobs', { status: { $in: ['PENDING', 'RUNNING'] } })) > 0) continue
      break
    }
    const seconds = (Date.now() - began) / 1000
    await sleep(3000)
    const after = { c: await client.commands(), u: useOf(info.processes) }
    const commands = commandsBetween(before.c, after.c)
    console.log(`run ${run}: ${seconds.toFixed(1)} s`, 'result', JSON.stringify(result).slice(0, 200))
    console.log('commands', totalOf(commands), JSON.stringify(commands))
    console.log('cpu ms', JSON.stringify(Object.fromEntries(Object.entries(after.u).map(([k, v]: any) => [k, Math.round(v.cpuMs - (before.u as any)[k].cpuMs)]))))
  }
  await client.close()
  await connection.close()
} finally {
  await bench.end()
}
