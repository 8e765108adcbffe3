// The most common passwords, which attackers try first. Shorter passwords are refused for their length.
const COMMON = new Set(
  `
    password password1 password12 password123 password1234 password12345 passw0rd p@ssw0rd p@ssword pa$$word passpass
    mypassword newpassword thepassword password! password1! password01 password11 password2 password99 passwords
    12345678 123456789 1234567890 12345678910 0123456789 1234567891 123123123 1231231234 12341234 123454321 1234554321
    123456123 12345612 12344321 123321123 123654789 147258369 147852369 159357456 159753456 741852963 789456123
    963852741 987654321 9876543210 87654321 876543210 98765432 11223344 1122334455 112233445566 13131313 12121212
    10203040 100200300 102030405060 11235813 19841984 20002000 20202020 14141414 15151515 69696969 77777777a 00000000a
    1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc qazwsxedc qazwsx123
    qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwer1234 qwertz123 qwertzui
    qwertzuiop azertyui azertyuiop azerty123 asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer zxcvbnm1 zxcvbnm123
    zxcvzxcv 1234qwer 123qweasd 123qweasdzxc qweasdzxc qweasd123 123456qwerty 12345qwert 123abc123 abcd1234 abcdefgh
    abcdefg1 abcdefghi abcdef123 abc12345 abc123456 abc123abc abc123def a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678
    a123456789 a12345678 1a2b3c4d 123456abc 123456789a 12345678a 1234567a qwe123qwe qweqweqwe asdasdasd zaq12wsx
    zaq1zaq1 xsw21qaz iloveyou iloveyou1 iloveyou2 iloveyou123 iloveme1 ihateyou lovelove loveyou1 mylove123 princess
    princess1 sunshine sunshine1 football football1 baseball baseball1 basketball softball1 superman superman1
    batman123 spiderman starwars starwars1 pokemon1 pokemon123 naruto123 minecraft fortnite whatever whatever1
    trustno1 letmein1 letmein123 welcome1 welcome12 welcome123 welcome2 changeme changeme1 changeme123 changeit
    secret123 secret12 secretpassword topsecret admin123 admin1234 admin12345 admin123456 adminadmin administrator
    administrator1 root1234 rootroot toor1234 master123 masterkey default1 testtest test1234 test12345 test123456
    testing1 testing123 tester123 guest123 guestguest user1234 username username1 computer computer1 internet
    internet1 michelle michelle1 jennifer jennifer1 jessica1 jonathan samantha alexander alexandra elizabeth charlie1
    christian christopher danielle stephanie victoria nicholas benjamin michael1 jordan23 jordan123 daniel123
    thomas123 robert123 andrew123 anthony1 ashley123 hannah123 matthew1 patrick1 butterfly chocolate elephant dolphins
    diamond1 freedom1 forever1 friends1 flower123 happy123 hello123 hello1234 hellohello helloworld lovely123 monkey12
    monkey123 dragon12 dragon123 shadow12 shadow123 killer123 hunter12 hunter123 mustang1 corvette mercedes ferrari1
    porsche1 yamaha123 scorpion panthers cowboys1 steelers liverpool liverpool1 chelsea1 chelsea123 arsenal1
    arsenal123 barcelona realmadrid juventus manchester bayern123 schalke04 passwort passwort1 passwort123 hallo123
    hallo1234 sommer2020 sommer2024 sommer2025 winter2024 winter2025 summer2023 summer2024 summer2025 spring2024
    spring2025 autumn2024 autumn2025 contrasena contraseña motdepasse bonjour1 bonjour123 doudou123 marseille senha123
    wachtwoord welkom01 welkom123 lozenord haslo123 poiuytrewq mnbvcxz1 lkjhgfdsa 0987654321 09876543 11111111a
    1111aaaa aaaa1111 aaaaaaa1 aaa11111 aabbccdd access14 blink182 blink123 babygirl babygirl1 babyboy1 bigdaddy1
    darkness1 metallica metallica1 nirvana1 slipknot slipknot1 eminem123 beautiful cristina caroline campbell
    charlotte cheyenne creative everlast explorer q1w2e3r4t5y6
    garfield gateway1 godzilla heather1 infinity jackson1 lasvegas lakers24 london123 maverick midnight mountain
    november october1 september december february platinum pineapple rockstar rockyou1 samsung1 samsung123 snowball
    startrek stargate swordfish thunder1 tinkerbell tigger123 tottenham valentine vanessa1 warcraft winston1 wolverine
    zaqxswcde posthorn posthorn1 posthorn123
  `
    .trim()
    .split(/\s+/),
)

/** Whether a password is a common one, ignoring case, or repeats one character. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase()) || new Set(password).size === 1
}
