import { readReplies } from './labelled-reply.js'

/** Replies in wordings that many servers share, of all classes. */
export const SHARED = readReplies(`
  any | 5.1.1 | P | smtp; 550 5.1.1 <kijitora@example.co.jp>... User Unknown
  any | 5.0.0 | T | smtp; 550-5.7.1 SPF unauthorized mail is prohibited.
  any | 5.2.2 | F | smtp; 552-5.2.2 The recipient's inbox is out of storage space and inactive
  any | 5.2.1 | P | smtp; 550-5.2.1 The email account that you tried to reach is inactive
  any | 5.2.1 | P | smtp; 550 5.2.1 <x@y.example>... User disabled
  any | 5.0.0 | P | smtp; 550 No such user (x)
  any | 5.0.0 | P | smtp; 550 Bad destination mailbox address
  any | 5.0.0 | P | smtp; 550 User not local; please try <x@z.example>
  any | 5.0.0 | P | smtp; 550 The email account that you tried to reach does not exist
  any | 5.0.0 | P | smtp; 554 5.7.1 <x@y.example>: Recipient address rejected: user x@y.example does not exist
  any | 5.0.0 | P | smtp; 550 5.1.1 x@y.example User not found
  any | 5.0.0 | P | smtp; 550 No mailbox by that name is currently available
  any | 5.0.0 | P | smtp; 550 x@y.example is not a valid recipient
  any | 5.0.0 | P | smtp; 550 Mailbox x does not exist
  any | 5.0.0 | P | smtp; 553 5.3.0 <x@y.example>... Addressee unknown, relay=[192.0.2.1]
  any | 5.0.0 | P | smtp; 550 Requested action not taken: mailbox unavailable or not local
  any | 5.0.0 | P | smtp; 501 <x@y.example>... Users Mailbox Is Disabled
  any | 5.0.0 | T | smtp; 550 That domain or user isn't in my list of allowed rcpthosts
  any | 5.0.0 | P | smtp; 550 unknown user account
  any | 5.0.0 | P | smtp; 550 No such recipient here
  any | 5.0.0 | P | smtp; 550 Invalid address
  any | 5.0.0 | P | smtp; 511 5.1.1 unknown address or alias: x@y.example
  any | 5.0.0 | P | smtp; 550 account not found
  any | 5.0.0 | P | smtp; 550 x@y.example unknown
  any | 5.0.0 | P | smtp; 550 x@y.example... No such user
  any | 5.0.0 | T | smtp; 450 4.2.0 mailbox busy
  any | 5.0.0 | P | smtp; 550 sorry, no mailbox here by that name. (#5.7.17)
  any | 5.0.0 | P | smtp; 550 <x@y.example>, Recipient unknown
  any | 5.0.0 | P | smtp; 550 Recipient <x@y.example> is not valid in this domain
  any | 5.0.0 | P | smtp; 554 : Recipient address rejected: User unknown in local recipient table
  any | 5.0.0 | P | smtp; 551 delivery error: dd This user doesn't have an account here
  any | 5.0.0 | T | smtp; 550 5.2.1 Mailbox unavailable. Your IP address 192.0.2.1 is blacklisted using Barracuda
  any | 5.0.0 | U | smtp; 554 Denied [CS] (Mode: normal)
  any | 5.0.0 | T | smtp; 550 5.7.1 Message contains spam or virus or sender is blocked : x
  any | 5.0.0 | F | smtp; 552 5.2.2 This message is larger than the current system limit or the recipient's mailbox is full
  any | 5.0.0 | T | smtp; 550 System Policy Violation, file attachment not allowed
  any | 5.0.0 | T | smtp; 554 5.4.6 Too many hops
  any | 5.0.0 | T | smtp; 554 5.6.0 Invalid header
  any | 5.0.0 | T | smtp; 553 Sorry, your domain is blacklisted
  any | 5.0.0 | T | smtp; 550 Dynamic IP Addresses See: http://www.sorbs.net/lookup.shtml?192.0.2.1
  any | 5.0.0 | T | smtp; 554 Your access to this mail system has been rejected due to the sending MTA's poor reputation
  any | 5.0.0 | T | smtp; 550 5.7.1 Can't find PTR (reverse dns) for 192.0.2.1
  any | 5.0.0 | T | smtp; 554 RBL Rejection: For help, see http://postmaster.info.example/errors/554rlyrbl
  any | 5.0.0 | P | smtp; 550 <x@y.example>: no thank you rejected: Account Unavailable
  any | 5.0.0 | F | smtp; 550 5.2.0 <x@y.example> Account is over quota
  any | 5.0.0 | T | smtp; 550 5.1.1 sorry, this recipient has been suspended
  any | 5.0.0 | T | smtp; 550 Delivery failed: temporary failure, please try again
  any | 5.0.0 | P | smtp; 550 5.1.1 unknown recipient: x
  any | 5.0.0 | P | smtp; 550 5.0.0 User Unknown
  any | 5.1.0 | T | smtp; 550 5.1.0 Sender denied
  any | 5.1.0 | P | smtp; 553 5.1.0 <kijitora@y.example>... User unknown
  any | 5.1.0 | P | smtp; 550 5.1.0 Address rejected
  any | 5.1.0 | P | smtp; 550 5.1.0 x@y.example Recipient invalid. Please see http://postmaster.example/
  any | 5.0.0 | P | smtp; 550 5.1.6 recipient no longer on server: x@y.example
  any | 5.5.0 | U | smtp; 550 5.5.0 We would love to have gotten this email to x@y.example. But, your recipient never logged onto their free AIM Mail account.
  any | 5.0.0 | U | smtp; 550 5.5.1 Protocol error
  any | 5.0.0 | P | smtp; 550 RCPT TO:<x@y.example> User unknown
  any | 5.0.0 | P | smtp; 554 The user is unknown
  any | 5.0.0 | P | smtp; 550 The recipient cannot be verified. Please check all recipients of this message to verify they are valid.
  any | 5.0.0 | P | smtp; 550 mailbox is inactive
  any | 5.0.0 | P | smtp; 550 x@y.example address no longer accepts mail
  any | 5.0.0 | T | smtp; 550 Policy rejection on the target address
  any | 5.0.0 | T | smtp; 550 5.7.1 Mail rejected. Anti-spam policy
  any | 5.0.0 | T | smtp; 550 5.1.1 The account or domain may not exist, they may be blacklisted, or missing the proper dns entries.
  any | 5.0.0 | U | smtp; 550 invalid DNS MX or A/AAAA resource record
  any | 5.4.4 | P | smtp; 550 5.4.4 Invalid domain: nowhere.example
  any | 5.1.2 | P | smtp; 553 5.1.2 <x@nowhere.example>... Can't find a valid MX for nowhere.example
  any | 5.0.0 | P | smtp; Illegal host/domain name found
  any | 5.0.0 | T | smtp; 550 Domain of sender address x@y.example does not exist
  any | 5.0.0 | T | smtp; 550 Verification failed for <b@bounces.example> Unrouteable address Sender verify failed
  any | 5.0.0 | P | smtp; 550 5.7.1 No such address
  any | 5.7.1 | P | smtp; 550 5.7.1 <x@y.example>... Recipient unknown
  any | 5.7.1 | T | smtp; 554 5.7.1 <x@y.example>: Recipient address rejected: Access denied
  any | 5.7.1 | T | smtp; 550 5.7.1 Recipient not authorized, your IP has been found on a block list
  any | 5.7.1 | T | smtp; 550 5.7.1 Unable to deliver to x@y.example
  any | 5.7.1 | T | smtp; 550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy
  any | 5.7.0 | T | smtp; 550 5.7.0 Local Policy Violation
  any | 5.3.0 | P | smtp; 553 5.3.0 <x@y.example>... Unknown user error
  any | 5.3.0 | T | smtp; 554 5.3.0 unknown mailer error 2
  any | 5.2.0 | U | smtp; 550 5.2.0 STOREDRV.Deliver; delivery result banner
  any | 5.2.0 | F | smtp; 554 5.2.0 STOREDRV.Deliver.Exception:QuotaExceededException; Failed to process message due to a permanent exception
  any | 5.0.0 | F | smtp; 550 5.2.2 Over Quota
  any | 5.0.0 | F | smtp; user is over quota
  any | 5.0.0 | F | smtp; 550 maildir delivery failed: Message can not be delivered as mailbox is full
  any | 5.0.0 | F | smtp; 552 Account(s) <x@y.example> does not have enough space
  any | 5.0.0 | F | smtp; 550 x is over the maximum allowed quota
  any | 5.0.0 | P | smtp; 550 5.1.1 unknown user: "x"
  any | 5.0.0 | P | smtp; 550 Host unknown (Name server: nowhere.example: host not found)
  any | 5.0.0 | P | smtp; 554 Host not found, delivery impossible
  any | 5.0.0 | P | smtp; 550 5.1.1 Destination mailbox address invalid
  any | 5.0.0 | T | smtp; 550 Can't determine PTR
  any | 5.0.0 | T | smtp; 550 you are not allowed to send mail: see http://spf.pobox.com/why.html?sender=x
  any | 5.0.0 | T | smtp; 550 #5.7.1 Your access to submit messages to this e-mail system has been rejected.
  any | 5.0.0 | U | smtp; 571 Message Refused
  any | 5.0.0 | P | smtp; 550 Mail Refused - Address <x@y.example> Recipient Unknown
  any | 5.0.0 | U | smtp; 550 Command RCPT User <x@y.example> not OK
  any | 5.0.0 | T | smtp; 550 5.1.8 Access denied, bad outbound sender
  any | 5.1.1 | P | smtp; 550 5.1.1 <x@y.example>... rejected
  any | 5.1.1 | P | smtp; 550 5.1.1 service denied
  any | 5.0.0 | P | smtp; 550 x@y.example Mailbox is closed
  any | 5.0.0 | P | smtp; 550 Utilisateur inconnu
  any | 5.0.0 | P | smtp; 550 Boite du destinataire archivee
  any | 5.0.0 | P | smtp; 550 Recipient does not exist here
  any | 5.0.0 | P | smtp; 550 5.1.1 That user does not have an account here
  any | 5.0.0 | T | smtp; 550 5.1.1 Account has been disabled by administrator for policy reasons
  any | 5.0.0 | U | smtp; 550 Protocol violation
  any | 5.0.0 | T | smtp; 550 5.1.1 Administrative prohibition
  any | 5.0.0 | T | smtp; 550 Blocked by recipient's settings
  any | 5.0.0 | P | smtp; 550 recipient rejected (in reply to RCPT TO)
  any | 5.0.0 | P | smtp; 554 5.1.1 <x@y.example> : Recipient address rejected: unknown user
  any | 5.0.0 | P | smtp; 551 not our customer
  any | 5.0.0 | T | smtp; 550 5.7.1 Delivery not authorized
  any | 5.0.0 | T | smtp; 550 ESMTP Spam
  any | 5.0.0 | P | smtp; 550 sorry, we do not accept mail for this user: account inactive for 6 months
  any | 5.0.0 | U | smtp; 550 collaborateur inconnu
  any | 5.0.0 | P | smtp; 521 5.2.1 AOL will not accept delivery of this message.
  any | 5.0.0 | T | smtp; 550 unverifiable sender address
  any | 5.0.0 | P | smtp; 550 mailbox for x@y.example has been moved
  any | 5.0.0 | U | smtp; 550 <a@b.example>: message rejected
  any | 5.0.0 | U | smtp; 550 rejected (in reply to RCPT TO command)
  any | 5.0.0 | U | smtp; 550 <a@b.example>: invalid header
  any | 5.0.0 | P | smtp; 550 a@b.example unknown
  any | 5.0.0 | P | smtp; 550 a@b.example is not known here
  any | 5.0.0 | P | smtp; 550 <a@b.example> has been disabled
  any | 5.0.0 | P | smtp; 550 a@b.example does not exist
  any | 5.0.0 | P | smtp; 550 <a@b.example>... No such user
  any | 5.5.0 | P DATA | smtp; 550 Requested action not taken: mailbox unavailable
  any | 5.0.0 | P | smtp; 550 <a@b.example> User invalid
  any | 5.0.0 | P | smtp; 550 a@b.example: recipient refused
  any | 5.0.0 | P | smtp; 550 5.1.1 Recipient Not Found
  any | 5.0.0 | P | smtp; 550 No such local user
  any | 5.0.0 | P | smtp; 550 The mail address is not valid
  any | 5.0.0 | P | smtp; 550 RESOLVER.ADR.RecipNotFound; not found
`)
