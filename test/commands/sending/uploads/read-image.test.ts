import { expect } from 'chai'
import { createImageThread, readImage } from '../../../../commands/sending/uploads/read-image.js'
import { AppError } from '../../../../models/domain/errors.js'
import { ThreadStopped, type StopReason } from '../../../../runtime/threads/thread-pool.js'
import { gif, png } from '../../../support/images.js'

const errorOf = (task: Promise<unknown>): Promise<unknown> =>
  task.then(
    () => null,
    (thrown: unknown) => thrown,
  )

async function codeOf(task: Promise<unknown>): Promise<unknown> {
  const error = await errorOf(task)
  return error instanceof AppError ? (error.errors ?? error.code) : error
}

describe('the thread that reads images', () => {
  const stopped = (reason: StopReason) => ({ perform: () => Promise.reject(new ThreadStopped(reason, null)) })
  const refused = (message: string) => [{ field: 'file', code: 'invalid_file_type', message }]

  it('refuses permanently an image that takes too long or too much memory', async () => {
    expect(await codeOf(readImage('a', png(), stopped('time')))).to.deep.equal(
      refused('The image takes too long to process'),
    )
    expect(await codeOf(readImage('a', png(), stopped('memory')))).to.deep.equal(
      refused('The image needs too much memory to process'),
    )
  })

  it('asks the client to try again when the thread failed, or when too many images wait', async () => {
    const thread = createImageThread({ waitingOfKey: 1, waiting: 2 })
    expect(await codeOf(readImage('a', png(), stopped('crash')))).to.equal('SERVICE_UNAVAILABLE')
    const codes = await Promise.all(['a', 'a', 'a', 'b', 'c'].map((key) => codeOf(readImage(key, gif(), thread))))
    expect(codes).to.deep.equal([null, null, 'SERVICE_UNAVAILABLE', null, 'SERVICE_UNAVAILABLE'])
    await thread.close()
  })

  it('reads one image at a time, round-robin over the projects', async () => {
    const thread = createImageThread()
    const order: string[] = []
    const read = (project: string) => readImage(project, gif(), thread).then(() => order.push(project))
    await Promise.all([read('a'), read('a'), read('a'), read('b')])
    expect(order.indexOf('b')).to.be.below(2)
    expect(thread.threadCount).to.equal(1)
    await thread.close()
  })
})
