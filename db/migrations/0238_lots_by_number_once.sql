-- no transaction
-- Nothing has searched it: numbers are compared whatever their capitals (0236).
drop index concurrently if exists material_lots__by_number;
