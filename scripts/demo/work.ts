// What the departments of the demo companies work on, and with whom: the words for the braces in the texts.
import { lines } from './tables.ts';

/** What each department works on, and with whom. */
export const work: Record<string, { projects: string[]; groups: string[] }> = {
  Leadership: {
    projects: lines(`
      the three-year plan
      the lease for the new hall
      the board paper
      the canvas supply agreement
      the all-hands programme
      the sustainability report
      the works-council agreement`),
    groups: lines(`
      the department heads
      the bank
      the works council
      our landlords
      the advisory board`),
  },
  Engineering: {
    projects: lines(`
      the new checkout page
      the stock service
      the nightly backup check
      the search index
      the sign-in screen
      the repair-order form
      the move to the new queue
      the label-printer driver
      the picture upload
      the delivery-date estimate`),
    groups: lines(`
      the warehouse
      Customer Care
      the Finance people
      the photo team
      the other teams on our corridor`),
  },
  Operations: {
    projects: lines(`
      the spring rucksack line
      the cutting plan for waxed canvas
      the new stitching station
      the buckle order
      the packing table
      the tool inventory
      the weekend shift plan
      the satchel prototype
      the felt offcuts project`),
    groups: lines(`
      the other shift
      the cutting room
      our thread supplier
      Engineering
      the drivers`),
  },
  'Customer Care': {
    projects: lines(`
      the returns inbox
      the repair waiting list
      the help page about zips
      the phone rota
      the warranty letters
      the reply templates
      the lost-parcel list
      the spare-strap offer`),
    groups: lines(`
      the workshop
      the parcel carrier
      the shop team
      the warehouse
      our regular customers`),
  },
  Marketing: {
    projects: lines(`
      the spring catalogue
      the photo shoot on the quay
      the newsletter
      the shop-window campaign
      the product stories
      the trade-fair stand
      the repair-day poster`),
    groups: lines(`
      the printers
      our photographers
      the workshop
      Customer Care
      the fair organisers`),
  },
  People: {
    projects: lines(`
      the onboarding plan
      the interview guide
      the pay-band review
      the first-aid course
      the learning calendar
      the parental-leave handover
      the apprentice programme`),
    groups: lines(`
      the team leads
      the works council
      the vocational school
      this month's new starters
      the health insurers`),
  },
  Finance: {
    projects: lines(`
      the month-end close
      the travel-expense rules
      the audit folder
      the cash forecast
      the advance tax return
      the supplier ledger
      the stock valuation`),
    groups: lines(`
      the auditors
      Operations
      the bank
      the tax adviser
      the department heads`),
  },
  Office: {
    projects: lines(`
      the pay run
      the roster for the long weekend
      the insurance papers
      the safety walk
      the stall licence
      the supplier ledger`),
    groups: lines(`
      the growers
      the shop
      the accountants in town
      the council
      the weekend casuals`),
  },
  Nursery: {
    projects: lines(`
      the seedling benches
      the irrigation timer
      the native-tree order
      the potting-mix trial
      the frost cover
      the propagation list
      the shade-house repair`),
    groups: lines(`
      the shop
      the council's park crew
      our seed supplier
      the school garden group
      the weekend casuals`),
  },
  'Garden Shop': {
    projects: lines(`
      the weekend plant table
      the bulb display
      the till count
      the gift-voucher shelf
      the advice evening
      the delivery round
      the returns bin for pots`),
    groups: lines(`
      the growers
      our regulars
      the courier
      the market stall crew
      the school garden group`),
  },
};
