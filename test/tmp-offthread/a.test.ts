import { performInThread } from '../../models/rendering/threads/perform.js'
describe('x', () => {
  it('y', async () => {
    const b = performance.now()
    console.log(await performInThread('a', 'message', { content: { subject: 'Hi {{ a }}', body: '<p>{{ a }}' }, variables: { a: 1 }, footer: null }), performance.now() - b, process.execArgv, process.env['NODE_OPTIONS'], process.argv)
  })
})
