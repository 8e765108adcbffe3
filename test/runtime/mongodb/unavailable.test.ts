import { expect } from 'chai'
import mongoose from 'mongoose'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'
import { AppError } from '../../../models/domain/errors.js'

const { mongo } = mongoose
const labelled = (label: string): Error => {
  const error = new mongo.MongoServerError({ message: 'x' })
  error.addErrorLabel(label)
  return error
}

const AWAY: Record<string, unknown> = {
  'a broken connection': new mongo.MongoNetworkError('connection 1 closed'),
  'a slow connection': new mongo.MongoNetworkTimeoutError('timed out'),
  'a server that the driver gave up': new mongo.MongoServerClosedError(),
  'no server': new mongo.MongoServerSelectionError('connect ECONNREFUSED', {} as never),
  'no server at the start': new mongoose.Error.MongooseServerSelectionError('connect ECONNREFUSED'),
  'a lost primary': new mongo.MongoServerError({ message: 'not primary', code: 10_107 }),
  'an election during a write': labelled('RetryableWriteError'),
  'an election during a transaction': labelled('TransientTransactionError'),
  'a connection not made yet': new mongoose.Error(
    'Cannot call `projects.findOne()` before initial connection is complete if `bufferCommands = false`.',
  ),
}

const HERE: Record<string, unknown> = {
  'a duplicate key': new mongo.MongoServerError({ message: 'E11000', code: 11_000 }),
  'a failed validation': new mongoose.Error.ValidationError(),
  'a mistake of ours': new TypeError('x is not a function'),
  'an explained error': new AppError('CONFLICT', 'Taken'),
  'something that is no error': 'text',
}

describe('MongoDB away', () => {
  for (const [what, error] of Object.entries(AWAY)) {
    it(`is what ${what} says`, () => expect(isMongodbUnavailable(error)).to.equal(true))
  }
  for (const [what, error] of Object.entries(HERE)) {
    it(`is not what ${what} says`, () => expect(isMongodbUnavailable(error)).to.equal(false))
  }
})
