import { expect } from 'chai'
import { signedText, SnsMessage } from '../../../gateway/sns/message.js'

const TOPIC = 'arn:aws:sns:us-west-2:123456789012:MyTopic'
const ENVELOPE = {
  TopicArn: TOPIC,
  Timestamp: '2012-05-02T00:54:06.655Z',
  Signature: 'EXAMPLE',
  SigningCertURL: 'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem',
}

// The messages and texts have the form that docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
// gives.
describe('the text that SNS signs', () => {
  const MessageId = '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324'
  const SubscribeURL = `https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37f`
  const shared = { ...ENVELOPE, MessageId, Message: 'Hello world!' }
  const TIME = `Timestamp\n${ENVELOPE.Timestamp}\n`

  for (const SignatureVersion of ['1', '2'] as const) {
    it(`is, of a notification of version ${SignatureVersion}, its message, id, subject, time, topic and type`, () => {
      const UnsubscribeURL = 'https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe'
      const own = { SignatureVersion, Type: 'Notification', Subject: 'My First Message', UnsubscribeURL }
      const message = SnsMessage.parse({ ...shared, ...own })
      expect(signedText(message)).to.equal(
        `Message\nHello world!\nMessageId\n${MessageId}\nSubject\nMy First Message\n${TIME}TopicArn\n${TOPIC}\n` +
          `Type\nNotification\n`,
      )
      const { Subject: _subject, ...without } = message
      expect(signedText(without)).to.not.contain('Subject')
    })
  }

  for (const Type of ['SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const) {
    it(`is, of a ${Type}, its message, id, address, time, token, topic and type`, () => {
      const own = { SignatureVersion: '1', Type, Token: '2336412f37f', SubscribeURL }
      expect(signedText(SnsMessage.parse({ ...shared, ...own }))).to.equal(
        `Message\nHello world!\nMessageId\n${MessageId}\nSubscribeURL\n${SubscribeURL}\n${TIME}` +
          `Token\n2336412f37f\nTopicArn\n${TOPIC}\nType\n${Type}\n`,
      )
    })
  }
})
