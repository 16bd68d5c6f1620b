-- What a practice has typed to become a customer, and what the laboratory knows of its manager, is in its account from the
-- first day.
grant insert (mobile, emails, delivery_instruction) on practices to arcade_app;
