/**
 * About 650 of the words that lead every published list of leaked passwords, in lower case. The policy also looks at the word
 * inside a decorated password (`P@ssw0rd123!`), so this short list catches far more of the top 10,000 that pass the class
 * rule than its length says; the complete list would add 80 KB.
 */
const WORDS = `
123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 football
monkey letmein shadow master 666666 qwertyuiop 123321 mustang 1234567890 michael 654321 superman 1qaz2wsx
7777777 121212 000000 qazwsx 123qwe killer trustno1 jordan jennifer zxcvbnm asdfgh hunter buster soccer harley
batman andrew tigger sunshine iloveyou 2000 charlie robert thomas hockey ranger daniel starwars klaster 112233
george computer michelle jessica pepper 1111 zxcvbn 555555 11111111 131313 freedom 777777 pass maggie 159753
aaaaaa ginger princess joshua cheese amanda summer love ashley nicole chelsea biteme matthew access yankees
987654321 dallas austin thunder taylor matrix welcome welcome1 admin administrator root toor login guest user
test testing test123 demo changeme changeit default secret secret1 letmein1 passw0rd password1 password12
password123 password1234 passwort motdepasse contrasena parola senha qwerty1 qwerty12 qwerty123 qwerty1234
qwertz azerty asdf asdfasdf asdfghjkl asdf1234 zaq12wsx zaq1zaq1 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5
qwe123 qweasd qweasdzxc 147258 147258369 159357 789456 789456123 0987654321 9876543210 11223344 12341234
12344321 123654 123abc abcd1234 abcdef abcdefg abcdefgh abc12345 a123456 a1b2c3 a1b2c3d4 aa123456 admin1 admin12
admin123 admin1234 admin12345 administrator1 root123 pass123 pass1234 p@ssw0rd p@ssword p@55w0rd passpass iloveu
lovely loveme hello hello123 hello1 hi5 whatever nothing internet google facebook linkedin youtube twitter apple
samsung nokia iphone android windows microsoft linux ubuntu oracle mysql postgres server system manager operator
supervisor support service sysadmin superuser webmaster backup cisco router switch public private winter spring
autumn fall january february march april june july august september october november december monday tuesday
wednesday thursday friday saturday sunday london paris berlin oslo norway sweden denmark finland england
scotland ireland germany france spain italy russia china shanghai beijing tokyo japan korea america canada
mexico brazil australia newyork boston chicago denver florida texas california phoenix orlando lakers arsenal
liverpool manchester barcelona realmadrid juventus steelers cowboys eagles broncos packers raiders redsox
pokemon naruto minecraft fortnite playstation nintendo pikachu mario zelda gandalf frodo hobbit starwars1
startrek matrix1 spiderman ironman superman1 batman1 snoopy garfield mickey donald simpsons scooby angel angels
angel1 baby babygirl babyboy beautiful butterfly flower rose lily daisy jasmine crystal diamond silver golden
gold purple orange yellow green blue black white red rainbow cookie chocolate banana strawberry cherry peanut
coffee espresso cappuccino latte mocha pizza cheese1 chicken turkey tiger lion bear wolf eagle falcon hawk
phoenix1 panther cougar jaguar ferrari porsche mercedes bmw audi toyota honda yamaha suzuki kawasaki corvette
camaro mustang1 chevy hammer rocket gunner sniper soldier marine warrior knight wizard merlin magic mystic
shadow1 ghost spirit demon devil lucifer satan jesus christ god heaven faith hope blessed family mother father
sister brother friend friends forever always nathan samantha jonathan christopher william james john david
richard joseph charles patrick anthony steven kevin brian edward ronald timothy jason jeffrey ryan jacob gary
nicholas eric stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond jack dennis
jerry tyler aaron jose adam henry douglas peter zachary kyle walter harold jeremy ethan carl keith roger gerald
christian terry sean arthur austin1 noah lawrence jesse joe bryan billy bruce jordan1 dylan alan ralph gabriel
roy juan wayne eugene logan randy louis russell vincent philip bobby johnny bradley mary patricia linda
elizabeth barbara susan sarah karen nancy lisa margaret betty sandra emily kimberly carol donna dorothy melissa
deborah stephanie rebecca laura sharon cynthia kathleen helen amy shirley angela anna brenda pamela emma ruth
virginia katherine catherine christine debra rachel carolyn janet catherine1 maria heather diane julie joyce
victoria kelly christina lauren joan evelyn olivia judith megan cheryl andrea hannah martha jacqueline frances
gloria teresa kathryn sara janice jean alice madison doris abigail julia judy grace amber denise danielle
marilyn beverly charlotte natalie theresa diana brittany kayla alexis woaini woaini1314 5201314 woaini520
1314520 123456a a123456789 qq123456 wang1234 zhang123 zxcvbnm123 1qaz@wsx 1qaz!qaz !qaz2wsx !qaz@wsx qwer1234
qwer1234! abcd1234! abc123! abc@123 abc@1234 admin@123 admin@1234 admin123! root@123 test@123 user@123 pass@123
pass@word1 password! password1! password123! password@123 p@ssw0rd1 p@ssw0rd! p@ssw0rd123 p@$$w0rd welcome@123
welcome1! welcome123! qwerty123! qwerty@123 india@123 hello@123 changeme1! changeme123! letmein1! summer2024!
winter2024! spring2025! summer2025! winter2025! autumn2025! winter2026! summer2026! company1! temp1234!
temppass1! initial1! init1234! default1! secret1! monkey1! dragon1! iloveyou1! football1! baseball1! superman1!
sunshine1! princess1! aa123456! aa@123456 zaq1@wsx zaq!2wsx asdf1234! asd123! asd@123 qwe123! qwe@123 1q2w3e4r!
q1w2e3r4! 12345678a! 1234abcd! 123456aa! 123456abc! 123qwe!@# !@#$%^&* 1qaz2wsx! a1b2c3d4! smart device robot
robots coffeerobot vending
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));
