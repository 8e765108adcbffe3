import { expect } from 'chai'
import { isCertificateAddress, isConfirmationAddress } from '../../../gateway/sns/addresses.js'

const PEM = 'SimpleNotificationService-01d088a6f77103d0fe307c0069e40ed6.pem'
const LOCAL = 'http://127.0.0.1:3025'

describe('the addresses of SNS', () => {
  const CERTIFICATES: [address: string, isTrusted: boolean][] = [
    [`https://sns.us-east-1.amazonaws.com/${PEM}`, true],
    [`https://sns.cn-north-1.amazonaws.com.cn/${PEM}`, true],
    [`${LOCAL}/certificate.pem`, true],
    [`http://sns.us-east-1.amazonaws.com/${PEM}`, false],
    [`https://sns.us-east-1.amazonaws.com:8443/${PEM}`, false],
    [`https://me@sns.us-east-1.amazonaws.com/${PEM}`, false],
    [`https://sns.us-east-1.amazonaws.com/${PEM}?x=1`, false],
    [`https://sns.us-east-1.amazonaws.com/other/${PEM}`, false],
    ['https://sns.us-east-1.amazonaws.com/SimpleNotificationService-xyz.pem', false],
    ['https://sns.us-east-1.amazonaws.com/', false],
    [`https://sns.us-east-1.amazonaws.com.evil.com/${PEM}`, false],
    [`https://s3.us-east-1.amazonaws.com/${PEM}`, false],
    ['http://127.0.0.1:3026/certificate.pem', false],
    ['certificate.pem', false],
  ]
  for (const [address, isTrusted] of CERTIFICATES) {
    it(`${isTrusted ? 'include' : 'do not include'} the certificate ${address}`, () => {
      expect(isCertificateAddress(address, [LOCAL])).to.equal(isTrusted)
    })
  }

  const QUERY = '?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-east-1:123456789012:MyTopic&Token=2336412f37f'
  const CONFIRMATIONS: [address: string, isTrusted: boolean][] = [
    [`https://sns.us-west-2.amazonaws.com/${QUERY}`, true],
    [`${LOCAL}/sns/confirm${QUERY}`, true],
    [`https://sns.us-west-2.amazonaws.com/elsewhere${QUERY}`, false],
    ['https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe', false],
    [`https://evil.com/${QUERY}`, false],
    [`http://169.254.169.254/${QUERY}`, false],
    ['', false],
  ]
  for (const [address, isTrusted] of CONFIRMATIONS) {
    it(`${isTrusted ? 'include' : 'do not include'} the confirmation of a subscription at ${address}`, () => {
      expect(isConfirmationAddress(address, [LOCAL])).to.equal(isTrusted)
    })
  }
})
