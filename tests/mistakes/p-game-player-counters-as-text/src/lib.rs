#[derive(SingleTable, Serialize, Deserialize)]
struct Item {
    player_id: String,
    item_id: String,
    item_count: String,
}

#[derive(SingleTable)]
enum GamePlayerProfiles {
    Item(Item),
}
