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
  for (const SignatureVersion of ['1', '2'] as const) {
    it(`is, of a notification of version ${SignatureVersion}, its message, id, subject, time, topic and type`, () => {
      const MessageId = '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324'
      const message = SnsMessage.parse({
        ...ENVELOPE,
        SignatureVersion,
        Type: 'Notification',
        MessageId,
        Subject: 'My First Message',
        Message: 'Hello world!',
        UnsubscribeURL: 'https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe',
      })
      expect(signedText(message)).to.equal(
        `Message\nHello world!\nMessageId\n${MessageId}\nSubject\nMy First Message\nTimestamp\n2012-05-02T00:54:06.655Z\n` +
          `TopicArn\n${TOPIC}\nType\nNotification\n`,
      )
      const { Subject: _subject, ...without } = message
      expect(signedText(without)).to.not.contain('Subject')
    })
  }

  for (const Type of ['SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const) {
    it(`is, of a ${Type}, its message, id, address, time, token, topic and type`, () => {
      const MessageId = '165545c9-2a5c-472c-8df2-7ff2be2b3b1b'
      const SubscribeURL = `https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37f`
      const Token = '2336412f37f'
      const text = 'You have chosen to subscribe to the topic'
      const message = SnsMessage.parse({
        ...ENVELOPE,
        SignatureVersion: '1',
        Type,
        MessageId,
        Token,
        SubscribeURL,
        Message: text,
      })
      expect(signedText(message)).to.equal(
        `Message\n${text}\nMessageId\n${MessageId}\nSubscribeURL\n${SubscribeURL}\nTimestamp\n2012-05-02T00:54:06.655Z\n` +
          `Token\n${Token}\nTopicArn\n${TOPIC}\nType\n${Type}\n`,
      )
    })
  }
})
