-- An acceptance is a proof that nobody changes; only whose it is becomes a pseudonym when the customer is erased.
select open_to_platform('agreement_acceptance', 'select, update (customer_id)');
