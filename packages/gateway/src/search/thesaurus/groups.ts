/**
 * Groups of synonyms, one per line: actions of programs, and their objects. This is general knowledge of software for
 * any server, not derived from a set of questions; think of a whole field when adding words. A word may be in several
 * groups. The first words of a group are the ones tools prefer; the order has no other meaning.
 */
export const VERBS = `
  get read fetch retrieve obtain load return give receive pull access
  show display view print present see look output dump render preview
  list enumerate browse index catalog
  search find lookup query locate seek discover grep scan
  create make add new generate build construct produce define initialize
  add append attach insert include put join
  update edit modify change alter patch adjust revise amend tweak fix
  replace overwrite substitute swap
  delete remove erase destroy drop purge clear discard wipe unlink eliminate
  write save store persist record keep put remember
  move rename relocate transfer
  copy duplicate clone replicate
  start begin run launch execute invoke trigger boot open init
  stop end halt kill terminate cancel abort quit shutdown close
  restart reboot reload reset
  send post submit deliver dispatch transmit push
  reply respond answer
  notify alert ping message tell inform
  upload import ingest push
  download export fetch pull save
  connect link attach relate associate join bind
  disconnect detach unlink separate
  compare diff difference contrast delta
  convert transform translate change cast encode decode
  merge combine join unite integrate
  split divide separate break
  check verify validate test inspect examine
  describe explain detail summarize document
  analyze evaluate assess review inspect examine study profile
  count number total tally
  calculate compute evaluate solve
  sort order rank
  filter select match narrow
  enable activate allow turn
  disable deactivate block turn
  install setup provision
  deploy publish release ship rollout
  undo revert rollback restore reset
  schedule plan arrange book reserve
  assign allocate delegate give
  invite add share
  approve accept confirm allow permit
  reject deny decline refuse
  subscribe follow watch monitor observe track
  lock protect freeze
  encrypt cipher protect
  login signin authenticate authorize
  logout signout
  switch checkout change toggle select
  think reason plan reflect ponder
  pay charge bill purchase buy
  refund reimburse
  call dial phone
  click tap press push
  type enter input fill
  navigate go visit open browse
  wait sleep pause delay
  retry repeat
  debug trace step troubleshoot
  compile build transpile
`;

export const NOUNS = `
  directory folder dir subdirectory subfolder path
  file document
  content text body data
  image picture photo media screenshot
  video movie clip media
  audio sound music media
  name title label
  description summary detail
  metadata info information attribute property detail statistic
  size length large big bytes
  list all every everything
  tree hierarchy nested recursive structure
  multiple several many batch bulk
  pattern glob wildcard regex expression
  url link address web website page site http internet
  api endpoint service
  request call
  response answer reply result
  server host machine instance node
  container docker pod
  process program task job
  repository repo project
  commit revision changeset version
  history log past record audit
  branch head ref
  change modification edit diff delta
  workspace worktree working
  issue ticket bug task
  pull merge pr review
  comment note remark annotation
  user person member account people
  team group organization org
  role permission access right allowed permitted
  token key secret credential password
  email mail message
  inbox mailbox
  chat conversation thread message channel
  contact person address
  calendar schedule agenda
  event meeting appointment
  reminder alarm notification alert
  date day time timestamp
  time clock hour current
  timezone zone tz
  location place position address city
  weather forecast temperature
  map route direction
  database db sql
  table relation schema
  row record entry item
  column field attribute
  query sql select statement
  key value pair
  cache memory store
  graph network knowledge
  node entity vertex object
  relation relationship edge link connection
  memory knowledge note
  insight finding conclusion
  thought reasoning thinking step
  problem question challenge
  code source script program
  function method procedure routine
  class type kind category
  variable symbol identifier
  error exception failure fault
  test spec check
  breakpoint stop
  stack trace frame
  log trace output
  metric measure statistic figure
  dashboard chart graph plot
  report summary
  config configuration setting option preference
  environment env variable
  package library dependency module
  version release tag
  build compile artifact
  deployment release rollout
  cloud aws azure gcp
  bucket storage blob object
  function lambda
  queue topic message
  network vpc subnet
  domain dns hostname
  certificate ssl tls
  payment charge invoice bill transaction
  customer client buyer
  order purchase
  product item article
  price cost amount
  subscription plan
  document doc page
  spreadsheet sheet excel workbook
  presentation slide deck
  cell range
  form survey
  template boilerplate
  tag label category topic
  task todo item
  board kanban
  sprint iteration
  attachment file
  font style css
  element selector dom
  tab window page
  button link control
  model llm ai
  prompt instruction
  embedding vector
  current present active latest
  local disk filesystem
`;
