import { findCustomerByWord, nameCustomer } from '#domains/customers/server/index.ts';
